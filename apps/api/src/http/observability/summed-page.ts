import type { MetricsReading } from './metrics-sum.js';
import { textOfReading } from './metrics-text.js';

/** Gets the sum of all processes. A sum with the same number is the same. */
export type AskForSum = () => Promise<{ number: number; reading: MetricsReading }>;

/** The text of the figures of all processes: rendered once for each sum. */
export class SummedPage {
  private asking?: ReturnType<AskForSum>;
  private rendered?: { number: number; text: Promise<string> };

  constructor(private readonly ask: AskForSum) {}

  /** Scrapes at once share a question. */
  async read(): Promise<string> {
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    const { number, reading } = await this.asking;
    if (this.rendered?.number !== number) this.rendered = { number, text: textOfReading(reading) };
    return this.rendered.text;
  }
}
