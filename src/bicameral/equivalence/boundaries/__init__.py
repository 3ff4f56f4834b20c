"""Cases on the edge: where a threshold or an exception decides, for the owner to answer.

trees        nodes by their place in a statement, and a statement with one of them changed
numbers      which variables and arguments are numbers
thresholds   comparisons, guards of aggregates, ends of intervals; rules that are exceptions to others
mutation     the policy with one of these a unit off, the other way round, or gone
functional   a policy and its mutant as one problem over shared inputs
points       the smallest inputs on which something holds, near a case that is there already
cases        few cases that tell the policy from every mutant that is not the same
"""
