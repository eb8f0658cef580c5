import { ConsolePost } from './console-post.js';
import { FilePost } from './file-post.js';
import { postOf } from './post-of.js';
import { SmtpPost } from './smtp-post.js';

const smtp = { url: 'smtp://mail.example', sender: 'a@klinik.example' };
const say = () => undefined;

describe('who carries reminders', () => {
  it('is the mail server, where there is one', () => {
    for (const production of [true, false])
      for (const dataDir of ['/data', null])
        expect(postOf({ smtp, production }, dataDir, say)).toBeInstanceOf(SmtpPost);
  });

  it('is without one a folder of the data directory, or the console', () => {
    expect(postOf({ smtp: null, production: false }, '/data', say)).toBeInstanceOf(FilePost);
    expect(postOf({ smtp: null, production: false }, null, say)).toBeInstanceOf(ConsolePost);
  });

  it('is nobody in production: what is said to be sent must be', () => {
    expect(postOf({ smtp: null, production: true }, '/data', say)).toBeNull();
    expect(postOf({ smtp: null, production: true }, null, say)).toBeNull();
  });
});
