import { RouteConfig } from '@nestjs/platform-fastify';

/** On a handler that reads `request.file()`: multipart bodies are 415 everywhere else. */
export const TakesUpload = (): MethodDecorator => RouteConfig({ takes_upload: true });
