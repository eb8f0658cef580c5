/** The text of all figures: rendered once for all that scrape at once, and kept for a while. */
export class MetricsPage {
  private text?: Promise<string>;
  private rendered = -Infinity;

  /** @param render makes the text @param keptMs milliseconds that it is kept */
  constructor(
    private readonly render: () => Promise<string>,
    private readonly keptMs: number,
  ) {}

  /** The text; it is at most so old as it is kept. */
  read(): Promise<string> {
    if (this.text && performance.now() - this.rendered < this.keptMs) return this.text;
    this.rendered = performance.now();
    const text = this.render();
    this.text = text;
    text.then(
      () => this.keptMs === 0 && this.forget(text),
      () => this.forget(text),
    );
    return text;
  }

  private forget(text: Promise<string>): void {
    if (this.text === text) this.text = undefined;
  }
}
