export declare function isSupported(version: string, range: string): boolean;
export declare function supportedRange(): string;
export declare function nodeProblem(): string | undefined;
