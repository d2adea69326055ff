"""The journal of inputs behind one interface. Here in memory; the seam is where disks come in."""
