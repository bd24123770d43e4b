import { lazy, type ComponentType } from 'react';
import { loadPart } from './text-files';

/** A page fetched when it is opened, together with the texts of the parts it says (`PARTS` in admin/vite.config.ts). */
export function laterPage<Props extends object>(load: () => Promise<ComponentType<Props>>, ...parts: string[]) {
  return lazy(async () => {
    const [Page] = await Promise.all([load(), ...parts.map(loadPart)]);
    return { default: Page };
  });
}
