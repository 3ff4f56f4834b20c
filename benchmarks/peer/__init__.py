"""What we measure ourselves against."""
