import { ConsoleTexts } from './console-texts.js';

it('a short message is logged without its number and without a name', async () => {
  const lines: unknown[] = [];
  const texts = new ConsoleTexts({ info: (...line: unknown[]) => void lines.push(line) });
  const message = { id: 'a', to: { name: 'Tan Mei Ling', address: '+60123450102' }, text: 'MY26112012345678' };
  expect(await texts.send(message)).toEqual({ kind: 'accepted' });
  expect(lines).toEqual([[{ id: 'a', to: '+********102', text: 'MY26112012345678' }, expect.any(String)]]);
});
