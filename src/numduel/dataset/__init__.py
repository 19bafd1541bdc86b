"""Datasets for training: positions with the exact value of every legal move."""
