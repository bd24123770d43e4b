/** Splits the name of a contact person at the last space. */
export function splitName(person: string): { first_name: string; last_name: string } {
  const normalized = person.trim().replace(/\s+/g, ' ');
  const splitIndex = normalized.lastIndexOf(' ');
  if (splitIndex === -1) return { first_name: normalized.slice(0, 100), last_name: '' };
  return { first_name: normalized.slice(0, splitIndex).slice(0, 100), last_name: normalized.slice(splitIndex + 1) };
}
