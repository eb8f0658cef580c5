/** Until the service listens to signals itself, whoever is told to stop leaves: nothing is begun yet. */
export const leave = () => process.exit(0);

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, leave);
