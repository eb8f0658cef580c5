import { EventEmitter } from 'node:events';
import type { UsahaRequest, UsahaResponse } from './request.js';
import { WideBodies } from './wide-bodies.js';

/** Every answer that is still out, so that nobody waits beyond the end of a test. */
const open: EventEmitter[] = [];
afterEach(async () => {
  for (const response of open.splice(0)) response.emit('close');
  await settled();
});

const from = (tenant_id: string) => ({ user: { tenant_id } }) as unknown as UsahaRequest;
const answering = () => {
  const response = new EventEmitter();
  open.push(response);
  return response as unknown as UsahaResponse & EventEmitter;
};
const settled = () => new Promise(setImmediate);

describe('requests with wide bodies', () => {
  it('are worked on two at once for one tenant, and another tenant has its place beside them', async () => {
    const wide = new WideBodies();
    const begun: string[] = [];
    const answers = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => {
      const response = answering();
      wide.turn(from(name.charAt(0)), response).then(
        () => begun.push(name),
        () => undefined,
      );
      return response;
    });
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    answers[0]?.emit('close');
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('give nobody a turn who went away, and refuse who sends far too many', async () => {
    const wide = new WideBodies();
    await wide.turn(from('a'), answering());
    await wide.turn(from('a'), answering());
    const gone = answering();
    const waiting = wide.turn(from('a'), gone);
    gone.emit('close');
    await expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
    const others = Array.from({ length: 20 }, () => wide.turn(from('a'), answering()).catch(() => 'gone'));
    await expect(wide.turn(from('a'), answering())).rejects.toMatchObject({ kind: 'unavailable' });
    for (const response of open) response.emit('close');
    expect(await Promise.all(others)).toContain('gone');
  });
});
