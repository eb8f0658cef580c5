import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A source to which lines are added where others of their kind stand. */
export class Source {
  /** @param root folder of the checkout. @param path of a file in it */
  constructor(root, path) {
    this.file = join(root, path);
    this.path = path;
    this.lines = readFileSync(this.file, 'utf8').split('\n');
  }

  /** After the last import. */
  addImports(...lines) {
    const last = this.lines.findLastIndex((line) => /^(?:import .*| *\} )from '.*';$|^\} from '.*';$/.test(line));
    if (last < 0) throw new Error(`${this.path} has no import`);
    this.lines.splice(last + 1, 0, ...lines);
    return this;
  }

  /** At the end. */
  append(...lines) {
    this.lines.splice(this.lines.length - 1, 0, ...lines);
    return this;
  }

  /**
   * As the last lines of a list, object or call.
   * @param opening the line that it begins with
   */
  addWithin(opening, ...lines) {
    const [first, ...others] = this.lines.flatMap((line, i) => (opening.test(line) ? [i] : []));
    if (first === undefined || others.length > 0) throw new Error(`${this.path} has no single line ${opening}`);
    const indent = /^ */.exec(this.lines[first])[0];
    const end = this.lines.findIndex(
      (line, i) =>
        i > first && line.startsWith(indent) && /^[\])}]/.test(line.trimStart()) && !line.startsWith(`${indent} `),
    );
    this.lines.splice(end, 0, ...lines);
    return this;
  }

  /** As the last row of the table under a heading. */
  addRow(heading, row) {
    const start = this.lines.indexOf(heading);
    const next = this.lines.findIndex((line, i) => i > start && line.startsWith('## '));
    const last = this.lines.findLastIndex((line, i) => i < (next < 0 ? Infinity : next) && line.startsWith('| '));
    if (start < 0 || last < start) throw new Error(`${this.path} has no table under ${heading}`);
    this.lines.splice(last + 1, 0, row);
    return this;
  }

  save() {
    writeFileSync(this.file, this.lines.join('\n'));
  }
}
