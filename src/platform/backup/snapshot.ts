/** Which files of a kind the rows tell of: what the database says, and where that is below the folder of the files. */
export interface KeptFiles {
  sql: string;
  path: (row: Record<string, unknown>) => string;
}

/** A database at one moment. */
export interface Snapshot {
  /** Below the backup's folder. */
  path: string;
  files: readonly string[];
  migrations: readonly string[];
  tables: Readonly<Record<string, number>>;
}

export interface Source {
  /** The files that it tells of now. */
  files(): Promise<readonly string[]>;
  /** Writes a snapshot into the folder, over one that is there. */
  take(folder: string): Promise<Snapshot>;
  end(): Promise<void>;
}
