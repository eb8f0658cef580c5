// Loaded before the service where a test moves its clock: the test process sends how far `Date` is ahead, in milliseconds. Timers go on as
// they are.
const RealDate = Date;
let ahead = 0;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};

process.on('message', (message) => {
  if (message.ahead === undefined) return;
  ({ ahead } = message);
  process.send({ ahead });
});
// Threads have no channel, and keep the clock of the machine.
process.channel?.unref();
