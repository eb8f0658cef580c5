import { setImmediate as letOthers } from 'node:timers/promises';
import type { Durations } from '@usaha/shared/operation';

/** Durations of one kind, and what tells it from others. */
export type Labelled = readonly [labels: Readonly<Record<string, string | number>>, durations: Durations];

const escaped = (value: string | number): string =>
  String(value).replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`));

/** The kinds that are written before other work has its turn: a millisecond or two. */
const AT_ONCE = 50;

/**
 * Durations that are counted elsewhere, as a histogram in the text format of Prometheus: some at a time, so that no request waits for
 * all of them.
 */
export async function durationsText(name: string, help: string, kinds: Iterable<Labelled>): Promise<string> {
  let text = `# HELP ${name} ${help}\n# TYPE ${name} histogram\n`;
  let written = 0;
  for (const [of, durations] of kinds) {
    if ((written += 1) % AT_ONCE === 0) await letOthers();
    const { atMost, count, seconds } = durations.state;
    const labels = Object.entries(of).map(([label, value]) => `${label}="${escaped(value)}"`);
    const [others, own] = [labels.map((label) => `,${label}`).join(''), labels.length > 0 ? `{${labels.join()}}` : ''];
    for (const [bound, number] of atMost) text += `${name}_bucket{le="${bound}"${others}} ${number}\n`;
    text += `${name}_bucket{le="+Inf"${others}} ${count}\n${name}_sum${own} ${seconds}\n${name}_count${own} ${count}\n`;
  }
  return text;
}
