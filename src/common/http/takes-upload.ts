import { RouteConfig } from '@nestjs/platform-fastify';

/** For a handler that reads `request.file()`. Elsewhere multipart bodies are answered with 415. */
export const TakesUpload = (): MethodDecorator => RouteConfig({ takes_upload: true });
