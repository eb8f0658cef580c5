export declare const codeOf: (error: unknown) => string;
export declare const reasonOf: (error: unknown) => string;
