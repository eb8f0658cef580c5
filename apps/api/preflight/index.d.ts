export interface Places {
  port: number;
  /** null: all addresses. */
  host: string | null;
  /** null: none is needed. */
  dataDir: string | null;
}
export declare const defaults: { port: number; host: string; dataFolder: string };
export declare function placesOf(environment: Readonly<Record<string, string | undefined>>, cwd: string): Places | null;
export declare function inTheWay(places: Places): Promise<string[]>;
export declare function listeningProblem(port: number, host: string | null, error: Error): Promise<string>;
