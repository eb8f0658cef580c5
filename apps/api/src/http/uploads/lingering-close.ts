import type { Request, Response } from 'express';

/** Milliseconds for which a client that was refused may go on sending. */
const LINGER_MS = 2_000;

/**
 * Lets the connection end with the answer, and throws away what still arrives until then. A socket that is closed while bytes of
 * the client lie unread is reset, and clients lose the answer.
 */
export function closeLingering(request: Request, response: Response): void {
  if (request.complete || response.headersSent) return;
  response.setHeader('Connection', 'close');
  const { socket } = request;
  // Node calls it once the answer is written.
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(timer));
    request.once('end', () => socket.destroy());
    socket.end();
    request.resume();
  };
}
