/** Writes `.br` and `.gz` variants next to each text file of the folder. */
export declare function compressFiles(folder: string): Promise<void>;
