/** The nodes of a tour in their order, and the place of each node. The first and the last node never move. */
export class Tour {
  readonly size: number;
  private readonly places: Int32Array;
  private readonly moved: Int32Array;

  constructor(readonly nodes: Int32Array) {
    this.size = nodes.length;
    this.places = new Int32Array(this.size);
    this.moved = new Int32Array(this.size);
    this.note(0, this.size - 1);
  }

  nodeAt(place: number): number | undefined {
    return this.nodes[place];
  }

  placeOf(node: number): number {
    return this.places[node] as number;
  }

  /** Reverses the nodes at places `from` to `to`. */
  reverse(from: number, to: number): void {
    this.nodes.subarray(from, to + 1).reverse();
    this.note(from, to);
  }

  /** Exchanges the parts `first` to `middle` and `middle + 1` to `last`, and reverses one of them. */
  exchange(first: number, middle: number, last: number, reversed: 'none' | 'before' | 'behind'): void {
    const { nodes, moved } = this;
    if (reversed === 'before') nodes.subarray(first, middle + 1).reverse();
    if (reversed === 'behind') nodes.subarray(middle + 1, last + 1).reverse();
    moved.set(nodes.subarray(first, middle + 1));
    nodes.copyWithin(first, middle + 1, last + 1);
    nodes.set(moved.subarray(0, middle - first + 1), first + last - middle);
    this.note(first, last);
  }

  copyTo(kept: Int32Array): void {
    kept.set(this.nodes);
  }

  copyFrom(kept: Int32Array): void {
    this.nodes.set(kept);
    this.note(0, this.size - 1);
  }

  private note(from: number, to: number): void {
    for (let place = from; place <= to; place += 1) this.places[this.nodes[place] as number] = place;
  }
}
