"""What screens are made of: boards, panels, forms, graphs."""
