/** The last bytes of a stream. */
export class Tail {
  private pieces: Buffer[] = [];
  private held = 0;

  constructor(private readonly most: number) {}

  add(piece: Buffer): void {
    this.pieces.push(piece);
    this.held += piece.length;
    while (this.held - (this.pieces[0]?.length ?? 0) >= this.most) this.held -= this.pieces.shift()?.length ?? 0;
  }

  /** At most as many as asked for, fewer of a shorter stream. */
  get bytes(): Buffer {
    return Buffer.concat(this.pieces).subarray(-this.most);
  }
}
