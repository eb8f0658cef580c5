/**
 * Writes libs/core/src/user/common-passwords.ts: passwords that guesses begin with (A-412).
 *
 *   mkdir /tmp/passwords && cd /tmp/passwords && npm init -y
 *   npm install @zxcvbn-ts/language-common@4.1.3
 *   node tools/common-passwords.js /tmp/passwords
 *
 * The package (MIT) has passwords of leaks, the most used first. It is not needed to build the service or to run it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const LEAST_CHARACTERS = 8;
const COUNT = 10_000;
const LINE = 380;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder in which the package is installed');
const source = join(resolve(folder), 'node_modules/@zxcvbn-ts/language-common');
const { name, version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
const all = JSON.parse(readFileSync(join(source, 'src/passwords.json'), 'utf8'));
const license = readFileSync(join(source, 'LICENSE.txt'), 'utf8').trim().split('\n');

const fitting = all.filter((text) => text.length >= LEAST_CHARACTERS).map((text) => text.toLowerCase());
const passwords = [...new Set(fitting)].slice(0, COUNT);
// They stand between spaces, in a template.
const wrong = passwords.filter((text) => !/^[\x21-\x7e]+$/.test(text) || /[`\\$]/.test(text));
if (passwords.length !== COUNT || wrong.length > 0) throw new Error(`Cannot be written: ${wrong.join(' ')}`);

const lines = [''];
for (const password of passwords)
  if (lines.at(-1).length + password.length > LINE) lines.push(password);
  else lines[lines.length - 1] = `${lines.at(-1)} ${password}`.trim();

writeFileSync(
  new URL('../libs/core/src/user/common-passwords.ts', import.meta.url),
  `/**
 * The ${COUNT.toLocaleString('en')} most used passwords of at least ${LEAST_CHARACTERS} characters in ${name} ${version} (MIT), in lower case, between
 * spaces and line breaks. Written by tools/common-passwords.js. The license of the list:
 *
${license.map((line) => ` * ${line}`.trimEnd()).join('\n')}
 */
export const commonPasswords = \`
${lines.join('\n')}
\`;
`,
);
console.log(`${passwords.length} passwords in ${lines.length} lines`);
