"""`python -m bicameral` is the command `bicameral`."""

from bicameral.surfaces.entry import main

if __name__ == "__main__":
    main()
