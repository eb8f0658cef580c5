import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

/** A file of an export that is being written, for its owner alone. */
export class EntryFile {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  private constructor(private readonly file: FileHandle) {}

  /** @throws EEXIST: nothing is written over */
  static async create(path: string): Promise<EntryFile> {
    return new EntryFile(await open(path, 'wx', 0o600));
  }

  async append(content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.hash.update(bytes);
    this.bytes += bytes.length;
    // Where the disk takes a part, as when it fills up, the rest or the reason comes with the next write.
    for (let written = 0; written < bytes.length;) written += (await this.file.write(bytes, written)).bytesWritten;
  }

  /** Lays it safely on the disk. */
  async finish(): Promise<{ bytes: number; sha256: string }> {
    await this.file.sync();
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
