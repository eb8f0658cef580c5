export declare const lineOf: (level: 'info' | 'fatal', msg: string, production: boolean) => string;
