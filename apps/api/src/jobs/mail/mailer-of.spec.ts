import { ConsoleMailer } from './console-mailer.js';
import { FileMailer } from './file-mailer.js';
import { mailerOf } from './mailer-of.js';
import { SmtpMailer } from './smtp-mailer.js';

const smtp = { url: 'smtp://mail.example', sender: 'a@klinik.example' };
const say = () => undefined;

describe('who carries letters', () => {
  it('is the mail server, where there is one', async () => {
    for (const production of [true, false])
      for (const dataDir of ['/data', null])
        expect(await mailerOf({ smtp, production }, dataDir, say)).toBeInstanceOf(SmtpMailer);
  });

  it('is without one a folder of the data directory, or the console', async () => {
    expect(await mailerOf({ smtp: null, production: false }, '/data', say)).toBeInstanceOf(FileMailer);
    expect(await mailerOf({ smtp: null, production: false }, null, say)).toBeInstanceOf(ConsoleMailer);
  });

  it('is none in production: what is said to be sent must be', async () => {
    expect(await mailerOf({ smtp: null, production: true }, '/data', say)).toBeNull();
    expect(await mailerOf({ smtp: null, production: true }, null, say)).toBeNull();
  });
});
