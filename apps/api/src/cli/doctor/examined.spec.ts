import { isSupported } from '../../../preflight/node-version.js';
import { foundByLsof } from '../../../preflight/port.js';

it.each([
  ['12.22.12', false],
  ['18.20.4', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.5.0', false],
  ['24.0.0', true],
  ['25.1.0', true],
])('Node %s will do: %s', (version, expected) =>
  expect(isSupported(version, '^20.19.0 || ^22.12.0 || >=24')).toBe(expected),
);

it.each([
  ['p4711\ncnode\nf21\n', { pid: '4711', command: 'node' }],
  ['p1\ncjava -jar\np2\ncother\n', { pid: '1', command: 'java -jar' }],
  ['', undefined],
])('of what lsof says the first listener is taken: %j', (output, found) => expect(foundByLsof(output)).toEqual(found));
