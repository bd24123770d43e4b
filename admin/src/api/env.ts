/** Set by the build (vite.config.ts); '' if not configured. */
declare const __API_ROOT__: string | undefined;
declare const __FILES_ROOT__: string | undefined;

/**
 * Base URLs of the API and of stored files (specification §9), from ADMIN_API_ROOT and ADMIN_FILES_ROOT of the build.
 * Empty if this server also serves the admin.
 */
export const API_ROOT = typeof __API_ROOT__ === 'undefined' ? '' : __API_ROOT__;
const FILES_ROOT = (typeof __FILES_ROOT__ === 'undefined' ? '' : __FILES_ROOT__) || API_ROOT;

/** For another origin, cookies are sent only if the server's CORS_ORIGINS names ours. */
export const WITH_COOKIES = /^(https?:)?\/\//.test(API_ROOT);

/** Adds the files base URL to a path; full URLs stay as they are. */
export const fileAddress = (url: string): string => (/^\/(?!\/)/.test(url) ? FILES_ROOT + url : url);
