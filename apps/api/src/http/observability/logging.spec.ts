import fs from 'node:fs';
import { createLogger } from './logging.js';

describe('lines of the log', () => {
  let written: string;
  let flushed: jest.SpyInstance;
  beforeEach(() => {
    written = '';
    jest.spyOn(fs, 'writeSync').mockImplementation((_file, text) => {
      written += String(text);
      return String(text).length;
    });
    flushed = jest.spyOn(fs, 'fsyncSync').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  // Each takes milliseconds without an answer, and every 503 is a warning: clients can have thousands of them.
  it('that warn do not wait for the disk', () => {
    const logger = createLogger('info', false);
    for (let i = 0; i < 100; i += 1) logger.warn({ i }, 'unavailable');
    expect(flushed).not.toHaveBeenCalled();
    logger.error('unexpected error');
    expect(flushed).toHaveBeenCalledTimes(1);
    expect(written.trim().split('\n')).toHaveLength(101);
  });
});
