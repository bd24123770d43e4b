/** Of the build (vite.config.ts); '' where nothing was set. */
declare const __API_ROOT__: string | undefined;
declare const __FILES_ROOT__: string | undefined;

/**
 * Where the API and the stored files stand (specification §9): configuration of the build, ADMIN_API_ROOT and
 * ADMIN_FILES_ROOT. Neither is set where this server serves the admin: everything is of one origin then.
 */
export const API_ROOT = typeof __API_ROOT__ === 'undefined' ? '' : __API_ROOT__;
const FILES_ROOT = (typeof __FILES_ROOT__ === 'undefined' ? '' : __FILES_ROOT__) || API_ROOT;

/** Another origin lets the cookies of a session through where its CORS_ORIGINS name ours. */
export const WITH_COOKIES = /^(https?:)?\/\//.test(API_ROOT);

/** What the server names by its path alone stands below the root of the files; a full address is one already. */
export const fileAddress = (url: string): string => (/^\/(?!\/)/.test(url) ? FILES_ROOT + url : url);
