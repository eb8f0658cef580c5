/** The answer of a scanner: nothing found, or the name of the first signature that was. */
export type ScanVerdict = 'clean' | { infected: string };

/** Looks for viruses in files. */
export interface FileScanner {
  /**
   * @param signal ends the wait
   * @throws where the scanner does not answer, or could not scan; the error of the contents, if they fail
   */
  scan(contents: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<ScanVerdict>;
}

/** Whether files are scanned, and what is served of them meanwhile. */
export class FileScanPolicy {
  constructor(
    /** null: files are not scanned. */
    readonly scanner: FileScanner | null = null,
    /** Whether the content of a file is held back until it was scanned. */
    readonly isRequired = true,
  ) {}
}
