// Bundles vendor.js, and writes beside it the licences of what is inside and the digest that a test compares.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const FOLDER = "../gamebook/studio/static/vendor";
const FILE = `${FOLDER}/editor.js`;

const made = await build({
  entryPoints: ["vendor.js"],
  outfile: FILE,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none", // the licences stand in LICENSES.txt, whole
  metafile: true,
});

const packages = new Set();
for (const input of Object.keys(made.metafile.inputs)) {
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
  if (found) packages.add(found[1]);
}
const parts = [...packages].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const words = file ? readFileSync(`${folder}/${file}`, "utf8").trim() : `(${license})`;
  return `${name} ${version} (${license})\n\n${words}\n`;
});
const rule = `\n${"-".repeat(100)}\n\n`;
writeFileSync(
  `${FOLDER}/LICENSES.txt`,
  `editor.js bundles these packages, unchanged. It is made by \`make vendor\`.\n${rule}${parts.join(rule)}`,
);
const digest = createHash("sha256").update(readFileSync(FILE)).digest("hex");
writeFileSync(`${FOLDER}/editor.js.sha256`, `${digest}  editor.js\n`);
console.log(`${FILE}: ${packages.size} packages, sha256 ${digest}`);
