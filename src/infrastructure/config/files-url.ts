import type { BucketAddress, FilesAddress } from './config';
import { ConfigError } from './config-error';
import { resolvePath, parseUrl } from './environment-variables';

type ReadVariable = (name: string) => string | undefined;

const EXAMPLE = 's3://skilgrid-files?endpoint=https://s3.eu-central-1.amazonaws.com&region=eu-central-1';
const KNOWN_PARAMETERS = ['endpoint', 'region', 'style'];
/** S3 bucket names. Dots are not allowed: they would need a certificate of their own. */
const BUCKET_NAME = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** Parses FILES_URL and its related variables. @throws ConfigError */
export function parseFilesUrl(root: string, value: string, readVariable: ReadVariable): FilesAddress {
  if (value.startsWith('s3:')) return parseBucketUrl(value, readVariable);
  const folder = value.startsWith('file:') ? value.slice('file:'.length).replace(/^\/\/(?=\/)/, '') : '';
  if (folder === '') throw new ConfigError('FILES_URL', 'must begin with file: or s3://', 'file:./data/files');
  return { kind: 'folder', path: resolvePath(root, folder) };
}

/** Addresses are shown, copied and logged: rejects secrets in them and never repeats one in a message. */
function parseBucketUrl(value: string, readVariable: ReadVariable): BucketAddress {
  const url = parseUrl('FILES_URL', value, ['s3:'], EXAMPLE);
  const invalid = (problem: string): ConfigError => new ConfigError('FILES_URL', problem, EXAMPLE);
  const parameterNames = [...url.searchParams.keys()];
  if (url.username || url.password || parameterNames.some((name) => /key|secret|token|password|credential/i.test(name)))
    throw invalid('may not carry keys: they go into S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  if (
    parameterNames.some((name) => !KNOWN_PARAMETERS.includes(name)) ||
    new Set(parameterNames).size < parameterNames.length
  )
    throw invalid(`takes ${KNOWN_PARAMETERS.join(', ')} after its question mark, each once`);
  if (!BUCKET_NAME.test(url.hostname) || url.port || !['', '/'].includes(url.pathname) || url.hash)
    throw invalid('must name a bucket (lower case letters, digits, hyphens) and nothing below it');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,60}$/i.test(region)) throw invalid('has a region that is none');
  const style = url.searchParams.get('style') ?? 'host';
  if (!['host', 'path'].includes(style)) throw invalid('has a style that is neither host nor path');
  const key_id = readVariable('S3_ACCESS_KEY_ID');
  const secret = readVariable('S3_SECRET_ACCESS_KEY');
  const requirement = 'is required where FILES_URL names object storage';
  if (!key_id) throw new ConfigError('S3_ACCESS_KEY_ID', requirement, 'AKIAEXAMPLE');
  if (!secret)
    throw new ConfigError('S3_SECRET_ACCESS_KEY', requirement, '<the secret that belongs to S3_ACCESS_KEY_ID>');
  const endpoint = parseEndpoint(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`, invalid);
  return { kind: 's3', bucket: url.hostname, endpoint, region, path_style: style === 'path', key_id, secret };
}

function parseEndpoint(value: string, invalid: (problem: string) => ConfigError): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || !['', '/'].includes(url.pathname))
    throw invalid('has an endpoint that is no origin (https://host, no path)');
  if (url.username || url.password || url.search)
    throw invalid('may not carry keys: they go into S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  return url.origin;
}
