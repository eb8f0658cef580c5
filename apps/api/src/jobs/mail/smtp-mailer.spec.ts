import { connectionOptions } from './smtp-mailer.js';

describe('a letter to a mail server', () => {
  const demanded = (url: string, demandsTls = true) => connectionOptions(url, demandsTls).requireTLS === true;

  it('goes encrypted or not at all where that is demanded', () => {
    expect(demanded('smtp://mail.example')).toBe(true);
    expect(demanded('smtp://user:password@mail.example:587?pool=false')).toBe(true);
    expect(connectionOptions('smtps://mail.example', true).secure).toBe(true);
  });

  it.each(['smtp://localhost:1025', 'smtp://127.0.0.1:1025', 'smtp://[::1]:1025'])(
    'stays on this machine: %s',
    (url) => {
      expect(demanded(url)).toBe(false);
    },
  );

  it.each(['smtp://localhost.example', 'smtp://127.example', 'smtp://user:localhost@mail.example'])(
    'is no local one by its name: %s',
    (url) => expect(demanded(url)).toBe(true),
  );

  it('goes in the clear where the URL says so', () => {
    expect(demanded('smtp://mail.example?requireTLS=false')).toBe(false);
    expect(demanded('smtp://mail.example?requireTLS=true', false)).toBe(true);
    expect(demanded('smtp://mail.example', false)).toBe(false);
  });
});
