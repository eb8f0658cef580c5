export declare function whyNotListen(port: number, host: string | null): Promise<NodeJS.ErrnoException | undefined>;
export declare function whoListens(port: number): Promise<string>;
export declare function foundByLsof(output: string): { pid: string; command: string } | undefined;
