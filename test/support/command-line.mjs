// The command line in a process that stays: what production loads for each command is loaded once for all that a test file
// gives. Each call has a separate environment, and no terminal to ask questions on, as in a script.
import 'reflect-metadata';
import { format } from 'node:util';
import { commandLine } from '../../apps/api/dist/cli/command-line.js';

process.on('message', async ({ id, args, environment, cwd }) => {
  let out = '';
  let err = '';
  const say = (line) => (out += `${line}\n`);
  const complain = (what) => (err += `${format(what)}\n`);
  const code = await commandLine({ args, environment, cwd, say, note: complain, complain });
  process.send({ id, ended: { code, out, err } });
});
process.on('disconnect', () => process.exit(0));
