type Flat = Readonly<Record<string, string>>;

export declare function gatherTexts(locales: string): {
  texts: Readonly<Record<string, Flat>>;
  namespaces: Readonly<Record<string, Flat>>;
  problems: readonly string[];
};

export interface Nested {
  readonly [key: string]: string | Nested;
}
export declare function nest(flat: Flat): Nested;
