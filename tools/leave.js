/** Until the service listens to signals itself, a signal ends the process: nothing has begun yet. */
export const leave = () => process.exit(0);

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, leave);
