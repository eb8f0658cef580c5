import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { nameResolver } from './name-resolver.js';

const A = 1;
const never = new AbortController().signal;

/** A server of DNS that answers each question with the records of its type; with null it never answers. */
async function dnsServer(answers: Record<number, Buffer[]> | null): Promise<{ socket: Socket; address: string }> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    if (answers === null) return;
    // After the header the question: labels, of which the last is empty, then type and class (RFC 1035, 4.1).
    const end = question.indexOf(0, 12) + 5;
    const type = question.readUInt16BE(end - 4);
    const records = answers[type] ?? [];
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    const written = records.map((data) => {
      const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
      return Buffer.concat([record, data]);
    });
    socket.send(Buffer.concat([header, question.subarray(12, end), ...written]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, address: `127.0.0.1:${socket.address().port}` };
}

describe('A-450: names of endpoints', () => {
  it('have all of their addresses, IPv4 first', async () => {
    const six = Buffer.from('26062800022000010000000000000001', 'hex');
    const { socket, address } = await dnsServer({
      [A]: [Buffer.from([10, 0, 0, 1]), Buffer.from([1, 1, 1, 1])],
      28: [six],
    });
    const addresses = await nameResolver([address])('hooks.example.com', never);
    expect(addresses.slice(0, 2).toSorted()).toEqual(['1.1.1.1', '10.0.0.1']);
    expect(addresses.slice(2)).toEqual(['2606:2800:220:1::1']);
    socket.close();
  });

  it('fail by the code of the resolver where there is no address', async () => {
    const { socket, address } = await dnsServer({});
    await expect(nameResolver([address])('hooks.example.com', never)).rejects.toMatchObject({ code: 'ENODATA' });
    socket.close();
  });

  it('are given up at once when the attempt ends, where DNS does not answer', async () => {
    const { socket, address } = await dnsServer(null);
    const began = performance.now();
    const asked = nameResolver([address])('hooks.example.com', AbortSignal.timeout(100));
    await expect(asked).rejects.toMatchObject({ code: 'ECANCELLED' });
    expect(performance.now() - began).toBeLessThan(1_500);
    socket.close();
  });

  it.each(['localhost', 'LocalHost.', 'api.localhost'])('are this machine: %s, without a question', async (name) => {
    expect(await nameResolver(['127.0.0.1:1'])(name, never)).toEqual(['127.0.0.1', '::1']);
  });
});
