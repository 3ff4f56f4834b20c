"""Generated policies put to every opinion there is: clingo, Z3, the reference, both backends, the verdict."""
