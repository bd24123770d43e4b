export const offset: number;
export function shiftDate(milliseconds: number): void;
export function useRealClock(): void;
