/**
 * A piece of work, or what the signal is aborted with: then the work is left behind, and its outcome is ignored.
 * @throws the signal's reason
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let tell = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    tell = () => reject(signal?.reason as Error);
    if (signal?.aborted) tell();
    signal?.addEventListener('abort', tell);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal?.removeEventListener('abort', tell);
  }
}
