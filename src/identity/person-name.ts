/** A contact person as first and last name: split at the last space (contract.md, Scope). */
export function splitName(person: string): { first_name: string; last_name: string } {
  const whole = person.trim().replace(/\s+/g, ' ');
  const at = whole.lastIndexOf(' ');
  if (at === -1) return { first_name: whole.slice(0, 100), last_name: '' };
  return { first_name: whole.slice(0, at).slice(0, 100), last_name: whole.slice(at + 1) };
}
