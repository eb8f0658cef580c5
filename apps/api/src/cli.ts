import 'reflect-metadata';
import { commandLine } from './cli/command-line.js';

process.exitCode = await commandLine({
  args: process.argv.slice(2),
  environment: process.env,
  cwd: process.cwd(),
  say: console.log,
  note: console.error,
  complain: console.error,
});
