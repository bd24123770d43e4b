/** Writes `.br` and `.gz` beside every text file of the folder. */
export declare function compressFiles(folder: string): Promise<void>;
