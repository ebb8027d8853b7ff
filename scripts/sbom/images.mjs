/** The images from which the collector's image is made, by their digests. */

/** A Dockerfile's base images. The last is what users run; the others only build, so their scope is `excluded`. */
export function images(dockerfile) {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  const components = bases.map((image, at) => component(image, at === bases.length - 1 ? "required" : "excluded"));
  return { components, dependencies: new Map(components.map(({ "bom-ref": ref }) => [ref, new Set()])) };
}

function component(image, scope) {
  const [, name, tag, digest] = /^([a-z/]+):([\w.-]+)@sha256:([0-9a-f]{64})$/.exec(image) ?? [];
  if (!digest)
    throw new Error(`${image} is not named by a digest: scripts/release --images writes those that tags have now`);
  const ref = `pkg:docker/${name}@sha256:${digest}?tag=${tag}`;
  const hashes = [{ alg: "SHA-256", content: digest }];
  return { type: "container", "bom-ref": ref, name, version: tag, scope, hashes, purl: ref };
}
