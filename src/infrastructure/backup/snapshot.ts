/** Files that database rows refer to: a query, and the path of each row's file below the files folder. */
export interface StoredFiles {
  sql: string;
  path: (row: Record<string, unknown>) => string;
}

export interface Snapshot {
  /** Relative to the backup folder. */
  path: string;
  files: readonly string[];
  migrations: readonly string[];
  tables: Readonly<Record<string, number>>;
}

export interface BackupSource {
  /** Paths of the files that the database refers to now. */
  files(): Promise<readonly string[]>;
  /** Writes a snapshot into the folder, replacing an earlier one. */
  takeSnapshot(folder: string): Promise<Snapshot>;
  close(): Promise<void>;
}
