import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { complain, say } from '../say.js';

/**
 * Compiles all projects, and again what changes, for the types: what the service runs is written without it. A start of the
 * service has the processor before it.
 * @returns the process
 */
export function compile(root) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const pretty = String(process.stdout.isTTY === true);
  const compiler = spawn(process.execPath, [tsc, '-b', '--watch', '--preserveWatchOutput', '--pretty', pretty], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (compiler.pid !== undefined) setPriority(compiler.pid, constants.priority.PRIORITY_LOW);
  createInterface({ input: compiler.stdout }).on('line', (line) => {
    const text = stripVTControlCharacters(line);
    const errors = /Found (\d+) errors?\. Watching for file changes\.$/.exec(text)?.[1];
    if (errors === '0') say('The types are right');
    else if (errors !== undefined) complain(`The service runs with these errors: ${errors}`);
    else if (text.trim() !== '' && !/Starting (?:incremental )?compilation/.test(text)) console.log(line);
  });
  return compiler;
}
