"""Cases in every form: facts, claims and what goes with them."""
