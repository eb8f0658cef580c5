// Loaded into servers that tests start: however the test process ends, its servers end with it.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
